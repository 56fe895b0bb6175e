export { textFaults, textMachine, type TextProposed } from './text.rules.ts'
export { type Say, wordsAt, wordsNeeded } from './wording.service.ts'
