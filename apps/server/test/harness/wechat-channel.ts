/** The stand-in of WeChat Pay, a program of its own. */
import type { Channel } from '../../../channel/src/channel.ts'

export { type Channel, startChannel } from '../../../channel/src/channel.ts'
export { type AnswerFault, FAIL_REASONS, type FaultRule, type NoticeFault } from '../../../channel/src/faults.ts'
export type { Signing } from '../../../channel/src/keys.ts'
export type { StatementFault } from '../../../channel/src/statement.ts'

/** The merchant of the channel as an installation is given it. */
export const installedFor = ({ client }: Channel) => ({
  tenantId: null,
  merchantNo: client.mchId,
  channelAppId: client.appId,
  certSerial: client.certificateSerial,
  privateKeyPem: client.privateKey,
  apiV3Key: client.apiV3Key,
  platformKeyId: client.platformKeys[0]!.id,
  platformKeyPem: client.platformKeys[0]!.pem,
  baseUrl: client.baseUrl,
})
