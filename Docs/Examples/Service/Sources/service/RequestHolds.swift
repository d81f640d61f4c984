import Hummingbird
import LifecycleBus

/// Takes a hold for each request: the way to the end waits for the answer, and names the request if
/// the budget runs out first.
struct RequestHolds<Context: RequestContext>: RouterMiddleware {
  let mediator: AppLifecycleMediator

  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let hold = await mediator.hold("\(request.method) \(request.uri.path)")
    defer { hold.release() }
    return try await next(request, context)
  }
}
