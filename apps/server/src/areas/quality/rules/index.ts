export { photoRules } from './photo-rules.setting.ts'
export { photoRulesRoutes } from './rules.routes.ts'
