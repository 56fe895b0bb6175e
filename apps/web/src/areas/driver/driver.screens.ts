import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/yunYing/driverMap', title: '司机地图', load: () => import('./position/driver-map.screen.tsx'), authority: 'driver.view' },
  {
    path: '/yunYing/orgDriverMap',
    title: '机构司机地图',
    load: () => import('./position/org-driver-map.screen.tsx'),
    authority: 'driver.view',
  },
  { path: '/yunYing/drivers', title: '司机列表', load: () => import('./file/driver-list.screen.tsx'), authority: 'driver.view' },
  { path: '/yunYing/orgDrivers', title: '机构司机', load: () => import('./file/org-driver-list.screen.tsx'), authority: 'driver.view' },
  {
    path: '/yunYing/driverDetail',
    title: '司机详情',
    load: () => import('./file/driver-detail.screen.tsx'),
    authority: 'driver.view',
    tabBy: 'driverId',
  },
  {
    path: '/DriverConfig/ListenRange',
    title: '听单范围',
    load: () => import('./listen-range/listen-ranges.screen.tsx'),
    authority: 'driver.view',
  },
  { path: '/YunYing/DriverOnline', title: '司机在线时长', load: () => import('./online/online.list.tsx'), authority: 'driver.view' },
  {
    path: '/DriverConfig/PeakTimes',
    title: '高峰时段与出勤',
    load: () => import('./online/peak-times.screen.tsx'),
    authority: 'driver.view',
  },
  {
    path: '/DriverConfig/DriverLevelBase',
    title: '司机等级',
    load: () => import('./level/level-base.screen.tsx'),
    authority: 'driverLevel.view',
  },
  {
    path: '/DriverConfig/DriverLevelExpConfig',
    title: '经验值配置',
    load: () => import('./level/exp-config.screen.tsx'),
    authority: 'driverLevel.view',
  },
  {
    path: '/DriverConfig/DriverLevelWhite',
    title: '等级白名单',
    load: () => import('./level/whites.screen.tsx'),
    authority: 'driverLevel.view',
  },
  {
    path: '/DriverConfig/DriverLevelLog',
    title: '等级变更记录',
    load: () => import('./level/level-log.screen.tsx'),
    authority: 'driverLevel.view',
  },
  {
    path: '/Sys/DriversideSetup',
    title: '司机端显示设置',
    load: () => import('./display/display.screen.tsx'),
    authority: 'dispatchSettings.view',
  },
  { path: '/DriverAdd', title: '新建司机', load: () => import('./file/driver-add.screen.tsx'), authority: 'driver.edit', bare: true },
  {
    path: '/DriverConfig/DriverRemark',
    title: '司机备注',
    load: () => import('./file/driver-remark.screen.tsx'),
    authority: 'driver.view',
    bare: true,
  },
] satisfies Screen[]
