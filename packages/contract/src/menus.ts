import type { Authority } from './authorities.ts'

export interface MenuEntry {
  name: string
  url: string
  icon: string
  needs: readonly Authority[]
  /** Headquarters 1, organisations 2, partners 3. */
  deptTypes?: readonly number[]
  children?: readonly MenuEntry[]
}

/**
 * What a tenant's console shows (platform 3): screens that exist, and nothing else. An entry that is new comes to every tenant once, into the
 * group it stands in here; what a tenant renamed, moved or took away afterwards stays so. A screen is known by its address.
 */
export const defaultMenus: readonly MenuEntry[] = [
  { name: '控制台', url: '/', icon: 'DashboardOutlined', needs: ['console.view'] },
  {
    name: '呼叫中心',
    url: '',
    icon: 'CustomerServiceOutlined',
    needs: [],
    children: [
      { name: '接单台', url: '/CallCentre/Desk', icon: 'PhoneOutlined', needs: ['callCentre.view', 'callCentre.place'] },
      { name: '我的队列', url: '/CallCentre/MyQueue', icon: 'ProfileOutlined', needs: ['callCentre.view', 'callCentre.claim'] },
      { name: '全部队列', url: '/CallCentre/Queue', icon: 'UnorderedListOutlined', needs: ['callCentre.queue'] },
      { name: '通话记录', url: '/CallCentre/CallLog', icon: 'HistoryOutlined', needs: ['callLog.view'] },
      { name: '订单录音', url: '/Order/SoundRecord', icon: 'AudioOutlined', needs: ['sound.view'] },
      { name: '隐私号绑定', url: '/CallCentre/PrivacyNumbers', icon: 'PhoneOutlined', needs: ['privacyNumber.view'] },
    ],
  },
  {
    name: '订单',
    url: '',
    icon: 'ProfileOutlined',
    needs: [],
    children: [
      { name: '订单列表', url: '/Order/List', icon: 'UnorderedListOutlined', needs: ['order.view'] },
      { name: '派单跟踪', url: '/Order/StatusList', icon: 'DashboardOutlined', needs: ['order.view'] },
      { name: '取消复核', url: '/Order/CancelReview', icon: 'AuditOutlined', needs: ['orderReview.view'] },
      { name: '照片质检', url: '/Order/QualityQueue', icon: 'AuditOutlined', needs: ['orderQuality.view'], deptTypes: [1, 2] },
      { name: '质检照片墙', url: '/Order/QualityPhotos', icon: 'UnorderedListOutlined', needs: ['orderQuality.view'], deptTypes: [1, 2] },
      { name: '照片抽检规则', url: '/Order/QualityRules', icon: 'SettingOutlined', needs: ['orderQuality.view'], deptTypes: [1, 2] },
      { name: '权益审核', url: '/Order/RightAuditQueue', icon: 'SafetyOutlined', needs: ['rightAudit.view'], deptTypes: [1] },
      { name: '权益订单', url: '/Order/RightAudit', icon: 'UnorderedListOutlined', needs: ['rightAudit.view'], deptTypes: [1] },
      { name: '权益审核规则', url: '/Order/RightAuditRules', icon: 'SettingOutlined', needs: ['rightAudit.view'], deptTypes: [1] },
    ],
  },
  {
    name: '运营',
    url: '',
    icon: 'CarOutlined',
    needs: [],
    children: [
      { name: '司机地图', url: '/yunYing/driverMap', icon: 'EnvironmentOutlined', needs: ['driver.view'], deptTypes: [1] },
      { name: '机构司机地图', url: '/yunYing/orgDriverMap', icon: 'EnvironmentOutlined', needs: ['driver.view'], deptTypes: [1, 2] },
      { name: '司机列表', url: '/yunYing/drivers', icon: 'TeamOutlined', needs: ['driver.view'], deptTypes: [1] },
      { name: '机构司机', url: '/yunYing/orgDrivers', icon: 'TeamOutlined', needs: ['driver.view'], deptTypes: [1, 2] },
      { name: '司机在线时长', url: '/YunYing/DriverOnline', icon: 'BarChartOutlined', needs: ['driver.view'], deptTypes: [1, 2] },
      { name: '提现进度', url: '/YunYing/DriverWithdrawals', icon: 'PayCircleOutlined', needs: ['withdrawal.view'], deptTypes: [1, 2] },
      { name: '城市管理', url: '/yunYing/cities', icon: 'HomeOutlined', needs: ['city.view'], deptTypes: [1] },
      { name: '城市开关', url: '/yunYing/citySwitches', icon: 'SettingOutlined', needs: ['city.view'], deptTypes: [1] },
      { name: '渠道管理', url: '/yunYing/channels', icon: 'ShopOutlined', needs: ['channel.view'], deptTypes: [1] },
      { name: '推送记录', url: '/yunYing/webhooks', icon: 'HistoryOutlined', needs: ['webhook.view'], deptTypes: [1, 3] },
      { name: '司机公告', url: '/yunYing/driverBulletins', icon: 'ProfileOutlined', needs: ['bulletin.view'], deptTypes: [1] },
      { name: '消息模板', url: '/yunYing/messageTexts', icon: 'FileTextOutlined', needs: ['messageText.view'], deptTypes: [1] },
      { name: '短信发送限制', url: '/yunYing/messageLimits', icon: 'StopOutlined', needs: ['messageText.view'], deptTypes: [1] },
      { name: '营销群发', url: '/yunYing/broadcasts', icon: 'NotificationOutlined', needs: ['broadcast.view'], deptTypes: [1] },
      { name: '退订名单', url: '/yunYing/optOuts', icon: 'UserDeleteOutlined', needs: ['optOut.view'], deptTypes: [1] },
      { name: '消息发送记录', url: '/yunYing/messageLog', icon: 'HistoryOutlined', needs: ['messageLog.view'], deptTypes: [1] },
      { name: '短信服务商', url: '/yunYing/smsServices', icon: 'ShopOutlined', needs: ['smsService.view'], deptTypes: [1] },
      { name: '短信费用汇总', url: '/yunYing/messageCosts', icon: 'AccountBookOutlined', needs: ['messageLog.view'], deptTypes: [1] },
      { name: '隐私协议', url: '/yunYing/privacyAgreements', icon: 'SafetyOutlined', needs: ['privacy.view'], deptTypes: [1] },
      { name: '个人信息请求', url: '/yunYing/privacyRequests', icon: 'UserOutlined', needs: ['privacyRequest.view'], deptTypes: [1] },
      { name: '协议同意记录', url: '/yunYing/privacyConsents', icon: 'AuditOutlined', needs: ['privacy.view'], deptTypes: [1] },
      { name: '地点库', url: '/yunYing/places', icon: 'EnvironmentOutlined', needs: ['place.view'], deptTypes: [1, 2] },
      { name: '导出中心', url: '/yunYing/exports', icon: 'FileTextOutlined', needs: ['export.create'] },
    ],
  },
  {
    name: '客户',
    url: '',
    icon: 'UserOutlined',
    needs: [],
    deptTypes: [1, 2],
    children: [
      { name: '客户列表', url: '/Customer/List', icon: 'TeamOutlined', needs: ['customer.view'], deptTypes: [1, 2] },
      { name: '客户分组', url: '/Customer/Groups', icon: 'UnorderedListOutlined', needs: ['customerGroup.view'], deptTypes: [1, 2] },
      { name: '客户等级', url: '/Customer/Levels', icon: 'SafetyOutlined', needs: ['customer.levels'], deptTypes: [1] },
    ],
  },
  {
    name: '营销',
    url: '',
    icon: 'ShopOutlined',
    needs: [],
    deptTypes: [1],
    children: [
      { name: '优惠券模板', url: '/Marketing/CouponTemplates', icon: 'FileTextOutlined', needs: ['coupon.view'], deptTypes: [1] },
      { name: '已发放优惠券', url: '/Marketing/Coupons', icon: 'UnorderedListOutlined', needs: ['coupon.view'], deptTypes: [1] },
      { name: '兑换码', url: '/Marketing/RedeemCodes', icon: 'ProfileOutlined', needs: ['coupon.view'], deptTypes: [1] },
      { name: '合作方权益', url: '/Marketing/Rights', icon: 'SafetyOutlined', needs: ['right.view'], deptTypes: [1] },
      { name: '已发放权益', url: '/Marketing/RightGrants', icon: 'UnorderedListOutlined', needs: ['right.view'], deptTypes: [1] },
      { name: '积分记录', url: '/Marketing/PointRecords', icon: 'HistoryOutlined', needs: ['points.view'], deptTypes: [1] },
      { name: '积分调整', url: '/Marketing/PointAdjustments', icon: 'AuditOutlined', needs: ['points.view'], deptTypes: [1] },
      { name: '积分规则', url: '/Marketing/PointConfig', icon: 'SettingOutlined', needs: ['points.view'], deptTypes: [1] },
      { name: '积分负债', url: '/Marketing/PointReport', icon: 'BarChartOutlined', needs: ['points.report'], deptTypes: [1] },
      { name: '优惠券效果', url: '/Marketing/CouponEffect', icon: 'BarChartOutlined', needs: ['coupon.view'], deptTypes: [1] },
    ],
  },
  {
    name: '派单',
    url: '',
    icon: 'CompassOutlined',
    needs: [],
    children: [
      { name: '派单设置', url: '/Dispatch/Settings', icon: 'SettingOutlined', needs: ['dispatchSettings.view'] },
      { name: '派单车队', url: '/Dispatch/Teams', icon: 'TeamOutlined', needs: ['dispatchSettings.view'], deptTypes: [1, 2] },
      { name: '客户屏蔽司机', url: '/Dispatch/Blocks', icon: 'StopOutlined', needs: ['dispatchDesk.block'], deptTypes: [1, 2] },
      { name: '司机上线规则', url: '/DriverConfig/DutyRules', icon: 'SafetyOutlined', needs: ['dispatchSettings.view'], deptTypes: [1, 2] },
      { name: '司机端显示设置', url: '/Sys/DriversideSetup', icon: 'SettingOutlined', needs: ['dispatchSettings.view'], deptTypes: [1, 2] },
      { name: '人脸核验白名单', url: '/DriverConfig/WhiteList', icon: 'AuditOutlined', needs: ['driver.view'], deptTypes: [1, 2] },
      { name: '人脸核验记录', url: '/DriverConfig/FaceChecks', icon: 'FileTextOutlined', needs: ['driver.view'], deptTypes: [1, 2] },
      { name: '司机保险', url: '/DriverConfig/Insurance', icon: 'SafetyOutlined', needs: ['driver.view'], deptTypes: [1, 2] },
      { name: '保险理赔', url: '/DriverConfig/Claims', icon: 'FileTextOutlined', needs: ['driver.view'], deptTypes: [1, 2] },
      { name: '司机考试', url: '/YunYing/DriverAnswerGroups', icon: 'AuditOutlined', needs: ['exam.view'], deptTypes: [1, 2] },
      { name: '司机考试记录', url: '/YunYing/DriverAnswerAttempts', icon: 'FileTextOutlined', needs: ['exam.view'], deptTypes: [1, 2] },
      { name: '听单范围', url: '/DriverConfig/ListenRange', icon: 'EnvironmentOutlined', needs: ['driver.view'], deptTypes: [1, 2] },
      { name: '司机等级', url: '/DriverConfig/DriverLevelBase', icon: 'SafetyOutlined', needs: ['driverLevel.view'], deptTypes: [1, 2] },
      {
        name: '经验值配置',
        url: '/DriverConfig/DriverLevelExpConfig',
        icon: 'BarChartOutlined',
        needs: ['driverLevel.view'],
        deptTypes: [1, 2],
      },
      { name: '等级白名单', url: '/DriverConfig/DriverLevelWhite', icon: 'AuditOutlined', needs: ['driverLevel.view'], deptTypes: [1, 2] },
      { name: '高峰时段与出勤', url: '/DriverConfig/PeakTimes', icon: 'BarChartOutlined', needs: ['driver.view'], deptTypes: [1, 2] },
      { name: '取消判责规则', url: '/Dispatch/CancelRules', icon: 'AuditOutlined', needs: ['cancelRules.view'] },
    ],
  },
  {
    name: '计价',
    url: '',
    icon: 'AccountBookOutlined',
    needs: [],
    children: [
      { name: '价格模板', url: '/priceTemplateInfo', icon: 'FileTextOutlined', needs: ['pricing.view'] },
      { name: '价格围栏', url: '/Pricing/Fences', icon: 'EnvironmentOutlined', needs: ['pricing.view'] },
      { name: '天气与动态加价', url: '/Pricing/Rates', icon: 'BarChartOutlined', needs: ['pricing.view'] },
    ],
  },
  {
    name: '财务',
    url: '',
    icon: 'PayCircleOutlined',
    needs: [],
    deptTypes: [1, 3],
    children: [
      { name: '企业客户', url: '/Customer/Enterprises', icon: 'BankOutlined', needs: ['enterprise.view'], deptTypes: [1] },
      { name: '提现处理', url: '/Financial/WithdrawalQueue', icon: 'AuditOutlined', needs: ['withdrawal.accounts'], deptTypes: [1] },
      {
        name: '司机提现',
        url: '/Financial/DriverWithdrawals',
        icon: 'UnorderedListOutlined',
        needs: ['withdrawal.accounts'],
        deptTypes: [1],
      },
      { name: '银行代发', url: '/Financial/BankFiles', icon: 'FileTextOutlined', needs: ['withdrawal.pay'], deptTypes: [1] },
      { name: '预付款', url: '/Financial/Prepayments', icon: 'PayCircleOutlined', needs: ['prepayment.view'], deptTypes: [1] },
      { name: '资金流水', url: '/Financial/CashFlow', icon: 'AccountBookOutlined', needs: ['cashFlow.view'], deptTypes: [1] },
      {
        name: '司机提现设置',
        url: '/DriverConfig/WithdrawalConfig',
        icon: 'SettingOutlined',
        needs: ['withdrawalTerms.view'],
        deptTypes: [1],
      },
      {
        name: '对账批次',
        url: '/Financial/BusinessTurnover/BatchMultipleTransactions',
        icon: 'ProfileOutlined',
        needs: ['recon.view'],
        deptTypes: [1],
      },
      {
        name: '单笔付款',
        url: '/Financial/BusinessTurnover/SingleTransactions',
        icon: 'PayCircleOutlined',
        needs: ['recon.view'],
        deptTypes: [1],
      },
      {
        name: '合作方结算',
        url: '/Financial/PartnerStatements',
        icon: 'AccountBookOutlined',
        needs: ['partnerStatement.view'],
        deptTypes: [1, 3],
      },
    ],
  },
  {
    name: '系统管理',
    url: '',
    icon: 'SettingOutlined',
    needs: [],
    deptTypes: [1],
    children: [
      { name: '用户管理', url: '/Sys/User', icon: 'UserOutlined', needs: ['user.view'], deptTypes: [1] },
      { name: '部门管理', url: '/Sys/Department', icon: 'TeamOutlined', needs: ['department.view'], deptTypes: [1] },
      { name: '角色管理', url: '/Sys/Role', icon: 'AuditOutlined', needs: ['role.view'], deptTypes: [1] },
      { name: '菜单管理', url: '/Sys/Menu', icon: 'UnorderedListOutlined', needs: ['menu.view'], deptTypes: [1] },
      { name: '功能与系统', url: '/Sys/Function', icon: 'ToolOutlined', needs: ['function.view'], deptTypes: [1] },
      { name: '应用管理', url: '/Sys/App', icon: 'AppstoreOutlined', needs: ['app.view'], deptTypes: [1] },
      { name: '开始使用', url: '/start', icon: 'CompassOutlined', needs: ['guide.view'], deptTypes: [1] },
      { name: '隐私号服务', url: '/Sys/Numbers', icon: 'PhoneOutlined', needs: ['number.provider'], deptTypes: [1] },
      { name: '地图服务', url: '/Sys/MapServices', icon: 'EnvironmentOutlined', needs: ['map.service'], deptTypes: [1] },
      { name: '账号安全', url: '/Sys/AccountPolicy', icon: 'SafetyOutlined', needs: ['account.policy'], deptTypes: [1] },
      { name: '日志管理', url: '/Sys/Log', icon: 'FileTextOutlined', needs: ['log.view'], deptTypes: [1] },
      { name: '图标', url: '/icons', icon: 'AppstoreOutlined', needs: ['menu.view'], deptTypes: [1] },
    ],
  },
  {
    name: '租户管理',
    url: '',
    icon: 'ShopOutlined',
    needs: [],
    deptTypes: [1],
    children: [
      { name: '租户列表', url: '/Sys/Tenant', icon: 'ShopOutlined', needs: ['tenant.view'], deptTypes: [1] },
      { name: '系统监控', url: '/Sys/Monitor', icon: 'DashboardOutlined', needs: ['monitoring.view'], deptTypes: [1] },
    ],
  },
]

/** An entry that leads to a screen, with its place in the group it stands in. */
interface MenuScreen extends MenuEntry {
  order: number
  group: (MenuEntry & { place: number }) | null
}
export const menuScreens = defaultMenus.flatMap((entry, place): MenuScreen[] =>
  entry.children
    ? entry.children.map((child, order) => ({ ...child, order, group: { ...entry, place } }))
    : [{ ...entry, order: place, group: null }],
)
