/** Every authority a call or a field asks for. Roles give them; the function tree is made from this list. */
export const authorityNames = {
  'console.view': { zh: '查看控制台', en: 'View the console home' },
  'callCentre.view': { zh: '使用接单台', en: 'Use the order desk' },
  'callCentre.place': { zh: '电话下单', en: 'Place phone orders' },
  'order.view': { zh: '查看订单', en: 'View orders' },
  'order.cancel': { zh: '取消订单', en: 'Cancel orders' },
  'dispatchSettings.view': { zh: '查看派单设置', en: 'View dispatch settings' },
  'dispatchSettings.edit': { zh: '修改派单设置', en: 'Change dispatch settings' },
  'driver.view': { zh: '查看司机', en: 'View drivers' },
  'phone.reveal': { zh: '查看完整电话号码', en: 'See whole telephone numbers' },
  'account.policy': { zh: '设置账号安全策略', en: 'Set the account security policy' },
  'tenant.view': { zh: '查看租户', en: 'View tenants' },
  'tenant.edit': { zh: '管理租户', en: 'Manage tenants' },
  'app.view': { zh: '查看应用', en: 'View apps' },
  'app.edit': { zh: '管理应用', en: 'Manage apps' },
  'app.pays': { zh: '管理应用支付配置', en: 'Manage payment settings of apps' },
  'log.view': { zh: '查看日志', en: 'View logs' },
  'monitoring.view': { zh: '查看系统监控', en: 'View system monitoring' },
  'user.view': { zh: '查看用户', en: 'View users' },
  'user.edit': { zh: '管理用户', en: 'Manage users' },
  'user.resetPassword': { zh: '重置用户密码', en: 'Reset passwords of users' },
  'department.view': { zh: '查看部门', en: 'View departments' },
  'department.edit': { zh: '管理部门', en: 'Manage departments' },
  'role.view': { zh: '查看角色', en: 'View roles' },
  'role.edit': { zh: '管理角色', en: 'Manage roles' },
  'menu.view': { zh: '查看菜单', en: 'View menus' },
  'menu.edit': { zh: '管理菜单', en: 'Manage menus' },
  'function.view': { zh: '查看功能', en: 'View functions' },
  'function.edit': { zh: '管理功能', en: 'Manage functions' },
  'system.view': { zh: '查看系统', en: 'View systems' },
  'system.edit': { zh: '管理系统', en: 'Manage systems' },
} as const satisfies Record<string, { zh: string; en: string }>
export type Authority = keyof typeof authorityNames

/** Of use to platform administrators alone: in the roles of anybody else they have no effect. */
export const platformOnly: ReadonlySet<string> = new Set<Authority>([
  'function.edit',
  'system.edit',
  'tenant.view',
  'tenant.edit',
  'monitoring.view',
])

/** The areas that authorities begin with, as the function tree shows them; one that is not named here shows its own key. */
export const authorityAreas: Record<string, { zh: string; en: string }> = {
  console: { zh: '控制台', en: 'Console' },
  callCentre: { zh: '呼叫中心', en: 'Call centre' },
  order: { zh: '订单', en: 'Orders' },
  driver: { zh: '司机', en: 'Drivers' },
  phone: { zh: '电话号码', en: 'Telephone numbers' },
  account: { zh: '账号安全', en: 'Account security' },
  tenant: { zh: '租户', en: 'Tenants' },
  app: { zh: '应用', en: 'Apps' },
  log: { zh: '日志', en: 'Logs' },
  monitoring: { zh: '系统监控', en: 'System monitoring' },
  user: { zh: '用户', en: 'Users' },
  department: { zh: '部门', en: 'Departments' },
  role: { zh: '角色', en: 'Roles' },
  menu: { zh: '菜单', en: 'Menus' },
  function: { zh: '功能', en: 'Functions' },
  system: { zh: '系统', en: 'Systems' },
  custom: { zh: '自定义', en: 'Custom' },
}
