import AccountBookOutlined from '@ant-design/icons/es/icons/AccountBookOutlined'
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import CarOutlined from '@ant-design/icons/es/icons/CarOutlined'
import CustomerServiceOutlined from '@ant-design/icons/es/icons/CustomerServiceOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import DollarOutlined from '@ant-design/icons/es/icons/DollarOutlined'
import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import GiftOutlined from '@ant-design/icons/es/icons/GiftOutlined'
import HomeOutlined from '@ant-design/icons/es/icons/HomeOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import PhoneOutlined from '@ant-design/icons/es/icons/PhoneOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import ShopOutlined from '@ant-design/icons/es/icons/ShopOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import ToolOutlined from '@ant-design/icons/es/icons/ToolOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import WalletOutlined from '@ant-design/icons/es/icons/WalletOutlined'
import { lazy } from 'react'

const pictures: Record<string, typeof HomeOutlined> = {
  account: AccountBookOutlined,
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  barchart: BarChartOutlined,
  bell: BellOutlined,
  car: CarOutlined,
  customerservice: CustomerServiceOutlined,
  dashboard: DashboardOutlined,
  dollar: DollarOutlined,
  environment: EnvironmentOutlined,
  filetext: FileTextOutlined,
  gift: GiftOutlined,
  home: HomeOutlined,
  link: LinkOutlined,
  orderedlist: OrderedListOutlined,
  phone: PhoneOutlined,
  profile: ProfileOutlined,
  setting: SettingOutlined,
  shop: ShopOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  unorderedlist: UnorderedListOutlined,
  user: UserOutlined,
  wallet: WalletOutlined,
}

/** The whole icon set, for the names administrators picked beyond the ones above. */
const AnyPicture = lazy(() => import('#shared/icons/icon-picture.tsx'))

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
