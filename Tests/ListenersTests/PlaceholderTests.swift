import Listeners
import Testing
