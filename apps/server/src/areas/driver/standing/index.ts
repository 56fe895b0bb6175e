export { type AcceptanceDb, acceptanceIn, acceptanceOf } from './acceptance.queries.ts'
export { acceptanceRound } from './acceptance.round.ts'
export { effectsInTenant, effectsOf, effectsOfDrivers, isLevelOf } from './effects.queries.ts'
export { judgeAnew, noteExperience } from './experience.queries.ts'
export { countExperience, type ExpNote, wrongSign } from './experience.rules.ts'
export {
  cancelBpOf,
  checksOf,
  judgeLevel,
  ladderFault,
  levelOf,
} from './level.rules.ts'
export { driverLevels, experienceRules, levelMoves } from './level.setting.ts'
