import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const peers = { sipp: 'sipp (Debian: sip-tester)', kamailio: 'kamailio' }

type Peer = keyof typeof peers

/** Of the real programs the SIP line is tested against, those that are not installed here. */
export function missingPeers(wanted: readonly Peer[] = ['sipp', 'kamailio']): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return wanted.filter((program) => !folders.some((folder) => existsSync(join(folder, program)))).map((program) => peers[program])
}
