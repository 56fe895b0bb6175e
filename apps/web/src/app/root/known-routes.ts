/** Every route of the console that has a name of its own, with its title. A path neither here, nor a screen, nor in the menu is unknown. */
export interface KnownRoute {
  path: string
  /** Chinese source text. */
  title: string
  /** Outside the main layout. */
  bare?: true
}

export const knownRoutes: readonly KnownRoute[] = [
  { path: '/', title: '控制台' },
  { path: '/priceTemplateInfo', title: '计费模板详情' },
  { path: '/customers/user_info', title: '客户账户详情' },
  { path: '/account/customerIncome', title: '客户充值' },
  { path: '/DriverConfig/DriverLevelBase', title: '司机等级基础属性' },
  { path: '/DriverConfig/DriverLevelWhite', title: '自动升级白名单' },
  { path: '/DriverConfig/DriverLevelExpConfig', title: '经验值配置' },
  { path: '/DriverConfig/WithdrawalConfig', title: '司机提现设置' },
  { path: '/Sys/DriversideSetup', title: '司机端显示设置' },
  { path: '/DriverConfig/WhiteList', title: '人脸识别白名单' },
  { path: '/Financial/BusinessTurnover/BatchMultipleTransactionsDetail', title: '批次交易明细' },
  { path: '/icons', title: '图标列表' },
  { path: '/Order/StatusList', title: '派单跟踪' },
  { path: '/YunYing/TenantDistributeType', title: '分配权限' },
  { path: '/yunYing/driverMap', title: '司机地图' },
  { path: '/yunYing/orgDriverMap', title: '机构司机地图' },
  { path: '/DriverAdd', title: '新建司机', bare: true },
  { path: '/DriverConfig/DriverRemark', title: '司机备注', bare: true },
  { path: '/400/home', title: '来电客户', bare: true },
]
