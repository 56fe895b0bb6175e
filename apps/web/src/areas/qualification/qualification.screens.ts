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
  {
    path: '/DriverConfig/Claims',
    title: '保险理赔',
    load: () => import('./insurance/claims.screen.tsx'),
    authority: 'driver.view',
  },
  {
    path: '/YunYing/DriverAnswerGroups',
    title: '司机考试',
    load: () => import('./exam/exams.screen.tsx'),
    authority: 'exam.view',
  },
  {
    path: '/YunYing/DriverAnswerGroup',
    title: '考试详情',
    load: () => import('./exam/exam.screen.tsx'),
    authority: 'exam.view',
    tabBy: 'examGroupId',
  },
  {
    path: '/YunYing/DriverAnswerAttempts',
    title: '司机考试记录',
    load: () => import('./exam/attempts.screen.tsx'),
    authority: 'exam.view',
  },
] satisfies Screen[]
