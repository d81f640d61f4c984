import Foundation
import LifecycleBus
import LifecycleBusSignals

let mediator = AppLifecycleMediator(policy: .lifecycle)
mediator.on { context in
  FileHandle.standardOutput.write(Data("\(context.event)\n".utf8))
}
let source = ProcessSignalSource(mediator: mediator)
try source.start()
let signal = await source.ended()
FileHandle.standardOutput.write(Data("ended by \(signal?.description ?? "itself")\n".utf8))
