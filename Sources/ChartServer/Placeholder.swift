import Hummingbird
import Configuration
import Yams
