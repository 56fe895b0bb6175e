import type { Screen } from '#platform/tab/screen.ts'

export default [
  { path: '/', title: '控制台', load: () => import('./report/home.screen.tsx'), authority: 'console.view' },
  { path: '/start', title: '开始使用', load: () => import('./guide/guide.screen.tsx'), authority: 'guide.view' },
  { path: '/Sys/Monitor', title: '系统监控', load: () => import('./monitoring/monitor.screen.tsx'), authority: 'monitoring.view' },
  { path: '/Sys/MapServices', title: '地图服务', load: () => import('./map-service/map-services.screen.tsx'), authority: 'map.service' },
  { path: '/Sys/Log', title: '日志管理', load: () => import('./activity-log/log.screen.tsx'), authority: 'log.view' },
  { path: '/yunYing/cities', title: '城市管理', load: () => import('./city/cities.screen.tsx'), authority: 'city.view' },
  { path: '/yunYing/citySwitches', title: '城市开关', load: () => import('./city-switch/switches.screen.tsx'), authority: 'city.view' },
  { path: '/yunYing/exports', title: '导出中心', load: () => import('./export/export.screen.tsx'), authority: 'export.create' },
  { path: '/yunYing/places', title: '地点库', load: () => import('./place/places.screen.tsx'), authority: 'place.view' },
] satisfies Screen[]
