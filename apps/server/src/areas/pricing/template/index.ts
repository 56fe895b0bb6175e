export { chooseTemplate } from './template-choice.rules.ts'
export { priceTemplates } from './template.setting.ts'
export { templateRoutes } from './template.routes.ts'
export { amountProblems, templateProblems } from './template.rules.ts'
