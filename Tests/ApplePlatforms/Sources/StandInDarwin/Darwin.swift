@_exported public import Glibc

// What Darwin's C library has and Linux's does not, as far as the sources of `Listeners` use it, so
// that those branches compile. Nothing here behaves like Darwin: the commands of fcntl fail.

public let F_FULLFSYNC: Int32 = 51
public let F_SETNOSIGPIPE: Int32 = 73
public let F_GETNOSIGPIPE: Int32 = 74
public let SO_NOSIGPIPE: Int32 = 0x1022
public let SOCK_DGRAM: Int32 = 2
public let MSG_DONTWAIT: Int32 = 0x80

extension sockaddr_un {
  /// Not stored.
  public var sun_len: UInt8 {
    get { 0 }
    set {}
  }
}

public func sysctlbyname(
  _ name: UnsafePointer<CChar>, _ old: UnsafeMutableRawPointer?,
  _ oldSize: UnsafeMutablePointer<Int>?, _ new: UnsafeMutableRawPointer?, _ newSize: Int
) -> Int32 { -1 }
