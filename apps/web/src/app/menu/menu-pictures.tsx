import AccountBookOutlined from '@ant-design/icons/es/icons/AccountBookOutlined'
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import AudioOutlined from '@ant-design/icons/es/icons/AudioOutlined'
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import BankOutlined from '@ant-design/icons/es/icons/BankOutlined'
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import CarOutlined from '@ant-design/icons/es/icons/CarOutlined'
import CompassOutlined from '@ant-design/icons/es/icons/CompassOutlined'
import CustomerServiceOutlined from '@ant-design/icons/es/icons/CustomerServiceOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import DollarOutlined from '@ant-design/icons/es/icons/DollarOutlined'
import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import GiftOutlined from '@ant-design/icons/es/icons/GiftOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import NotificationOutlined from '@ant-design/icons/es/icons/NotificationOutlined'
import PayCircleOutlined from '@ant-design/icons/es/icons/PayCircleOutlined'
import PhoneOutlined from '@ant-design/icons/es/icons/PhoneOutlined'
import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import ShopOutlined from '@ant-design/icons/es/icons/ShopOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import ToolOutlined from '@ant-design/icons/es/icons/ToolOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import UserDeleteOutlined from '@ant-design/icons/es/icons/UserDeleteOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

/** Those of the menus that a tenant begins with, and a few more; nobody waits for the whole set. */
const pictures: Record<string, typeof HomeOutlined> = {
  accountbook: AccountBookOutlined,
  appstore: AppstoreOutlined,
  audio: AudioOutlined,
  audit: AuditOutlined,
  bank: BankOutlined,
  barchart: BarChartOutlined,
  bell: BellOutlined,
  car: CarOutlined,
  compass: CompassOutlined,
  customerservice: CustomerServiceOutlined,
  dashboard: DashboardOutlined,
  dollar: DollarOutlined,
  environment: EnvironmentOutlined,
  filetext: FileTextOutlined,
  gift: GiftOutlined,
  history: HistoryOutlined,
  home: HomeOutlined,
  link: LinkOutlined,
  orderedlist: OrderedListOutlined,
  notification: NotificationOutlined,
  paycircle: PayCircleOutlined,
  phone: PhoneOutlined,
  profile: ProfileOutlined,
  safety: SafetyOutlined,
  setting: SettingOutlined,
  shop: ShopOutlined,
  stop: StopOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  unorderedlist: UnorderedListOutlined,
  user: UserOutlined,
  userdelete: UserDeleteOutlined,
  wallet: WalletOutlined,
}

/** The whole icon set, for the names administrators picked beyond the ones above. */
const AnyPicture = lazyPiece(() => import('../../areas/access/icon/icon-picture.tsx'), 'silent')

/** The picture of an icon name of the menu (`PhoneOutlined`, `phone`, `file-text`); a neutral one for no name. */
export default function MenuPicture({ name }: { name: string }) {
  const Picture =
    pictures[
      name
        .replace(/Outlined$/, '')
        .replace(/[-_]/g, '')
        .toLowerCase()
    ]
  if (Picture) return <Picture />
  return /^[A-Z]\w*(?:Outlined|Filled|TwoTone)$/.test(name) ? <AnyPicture name={name} /> : <AppstoreOutlined />
}
