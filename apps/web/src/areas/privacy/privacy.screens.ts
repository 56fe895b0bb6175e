import type { Screen } from '#platform/tab/screen.ts'

export default [
  {
    path: '/yunYing/privacyAgreements',
    title: '隐私协议',
    load: () => import('./agreement/agreements.screen.tsx'),
    authority: 'privacy.view',
  },
  {
    path: '/yunYing/privacyConsents',
    title: '协议同意记录',
    load: () => import('./consent/consents.screen.tsx'),
    authority: 'privacy.view',
  },
  {
    path: '/yunYing/privacyRequests',
    title: '个人信息请求',
    load: () => import('./request/requests.screen.tsx'),
    authority: 'privacyRequest.view',
  },
] satisfies Screen[]
