/// The number of a line and its prime factors: "12: 2 2 3".
///
/// Runs beside the main actor, so that listeners are called meanwhile, and looks now and then
/// whether its task is cancelled.
@concurrent
func factors(of line: String) async throws -> String {
  guard var rest = UInt64(line), rest > 0 else { return "\(line): not a number" }
  var factors: [UInt64] = []
  var divisor: UInt64 = 2
  while divisor <= rest / divisor {
    if divisor.isMultiple(of: 65_536) { try Task.checkCancellation() }
    if rest.isMultiple(of: divisor) {
      factors.append(divisor)
      rest /= divisor
    } else {
      divisor += 1
    }
  }
  if rest > 1 { factors.append(rest) }
  return "\(line): \(factors.map(String.init).joined(separator: " "))"
}
