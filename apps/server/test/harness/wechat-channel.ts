/** The stand-in of WeChat Pay, a program of its own. */
export { type Channel, startChannel } from '../../../channel/src/channel.ts'
export { type AnswerFault, FAIL_REASONS, type FaultRule, type NoticeFault } from '../../../channel/src/faults.ts'
export type { Signing } from '../../../channel/src/keys.ts'
