import type { Authority } from '@chauffeur/contract/authorities'
import type { Row } from './load.ts'
import type { DemoTenant } from './tenants.ts'

interface Entry {
  name: string
  url: string
  icon: string
  needs: readonly Authority[]
  /** Headquarters 1, organisations 2, partners 3. */
  deptTypes?: readonly number[]
  children?: readonly Entry[]
}

/** Entries of the console (platform 3): screens that exist, and nothing else. */
const entries: readonly Entry[] = [
  { name: '控制台', url: '/', icon: 'DashboardOutlined', needs: ['console.view'] },
  {
    name: '呼叫中心',
    url: '',
    icon: 'CustomerServiceOutlined',
    needs: [],
    children: [{ name: '接单台', url: '/CallCentre/Desk', icon: 'PhoneOutlined', needs: ['callCentre.view', 'callCentre.place'] }],
  },
  {
    name: '订单',
    url: '',
    icon: 'ProfileOutlined',
    needs: [],
    children: [{ name: '订单列表', url: '/Order/List', icon: 'UnorderedListOutlined', needs: ['order.view'] }],
  },
  {
    name: '运营',
    url: '',
    icon: 'CarOutlined',
    needs: [],
    children: [{ name: '司机地图', url: '/yunYing/driverMap', icon: 'EnvironmentOutlined', needs: ['driver.view'] }],
  },
  {
    name: '系统',
    url: '',
    icon: 'SettingOutlined',
    needs: [],
    deptTypes: [1],
    children: [{ name: '图标', url: '/icons', icon: 'AppstoreOutlined', needs: [], deptTypes: [1] }],
  },
]

export function menuRows(tenants: readonly DemoTenant[], at: Date): Row<'menus'>[] {
  const rows: Row<'menus'>[] = []
  const add = (tenant: DemoTenant, entry: Entry, parentId: number | null, sort: number) => {
    const menuId = rows.length + 1
    rows.push({
      tenant_id: tenant.tenantId,
      menu_id: menuId,
      parent_id: parentId,
      platform_id: 3,
      name: entry.name,
      url: entry.url,
      icon: entry.icon,
      sort,
      function_codes: [...entry.needs],
      dept_types: [...(entry.deptTypes ?? [1, 2, 3])],
      created_at: at,
      updated_at: at,
    })
    entry.children?.forEach((child, order) => add(tenant, child, menuId, order))
  }
  for (const tenant of tenants) entries.forEach((entry, order) => add(tenant, entry, null, order))
  return rows
}
