export { customerLanguage, driverLanguage } from './reader.queries.ts'
export { textFaults, textMachine, type TextProposed } from './text.rules.ts'
export { cityClock, languageOf, wordIn } from './values.rules.ts'
export { type Say, type ValuesIn, wordsAt, wordsNeeded } from './wording.service.ts'
