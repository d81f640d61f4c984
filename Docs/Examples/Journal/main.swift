import LifecycleBus
import Listeners
