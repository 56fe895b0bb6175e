import type { Screen } from '#platform/tab/screen.ts'

export default [
  {
    path: '/DriverConfig/DutyRules',
    title: '司机上线规则',
    load: () => import('./duty/duty-rules.screen.tsx'),
    authority: 'dispatchSettings.view',
  },
  {
    path: '/DriverConfig/WhiteList',
    title: '人脸核验白名单',
    load: () => import('./face/face-whites.screen.tsx'),
    authority: 'driver.view',
  },
  {
    path: '/DriverConfig/FaceChecks',
    title: '人脸核验记录',
    load: () => import('./face/face-checks.screen.tsx'),
    authority: 'driver.view',
  },
  {
    path: '/DriverConfig/Insurance',
    title: '司机保险',
    load: () => import('./insurance/insurances.screen.tsx'),
    authority: 'driver.view',
  },
] satisfies Screen[]
