@_exported public import Glibc

// What Darwin's C library has and Linux's doesn't, as far as the sources of `Listeners` use it, so
// that those branches compile. Nothing here behaves like Darwin: the commands of fcntl fail.

public let F_FULLFSYNC: Int32 = 51

public func sysctlbyname(
  _ name: UnsafePointer<CChar>, _ old: UnsafeMutableRawPointer?,
  _ oldSize: UnsafeMutablePointer<Int>?, _ new: UnsafeMutableRawPointer?, _ newSize: Int
) -> Int32 { -1 }

extension stat {
  /// The time of the last change of the contents, under Darwin's name.
  public var st_mtimespec: timespec { st_mtim }
}

public let CTL_KERN: Int32 = 1
public let KERN_PROC: Int32 = 14
public let KERN_PROC_PID: Int32 = 1
public let P_TRACED: Int32 = 0x800

/// What the kernel tells of a process; of its many fields, those that are read. Others are pointers, so
/// it is unsafe.
@unsafe public struct kinfo_proc: BitwiseCopyable {
  @unsafe public struct extern_proc: BitwiseCopyable {
    /// A union in C, so each use is unsafe.
    public struct Union: BitwiseCopyable {
      @unsafe public var __p_starttime = timeval()
    }

    public var p_flag: Int32 = 0
    public var p_un = Union()
  }

  public var kp_proc = extern_proc()

  public init() {}
}

public func sysctl(
  _ name: UnsafeMutablePointer<Int32>, _ length: UInt32, _ old: UnsafeMutableRawPointer?,
  _ oldSize: UnsafeMutablePointer<Int>?, _ new: UnsafeMutableRawPointer?, _ newSize: Int
) -> Int32 { -1 }
