export { examRoutesWith } from './exam.routes.ts'
export { type ExamRow, exams } from './exam.setting.ts'
export { type CityWithout, driversLacking, driversWithout, type ExamStand, examStands } from './pass.queries.ts'
export { questionImport } from './question-import.ts'
