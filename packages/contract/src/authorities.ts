/** Every authority a call or a field asks for. Roles give them; the function tree is made from this list. */
export const authorityNames = {
  'console.view': { zh: '查看控制台', en: 'View the console home' },
  'callCentre.view': { zh: '使用接单台', en: 'Use the order desk' },
  'callCentre.place': { zh: '电话下单', en: 'Place phone orders' },
  'order.view': { zh: '查看订单', en: 'View orders' },
  'order.cancel': { zh: '取消订单', en: 'Cancel orders' },
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
} as const satisfies Record<string, { zh: string; en: string }>
export type Authority = keyof typeof authorityNames
