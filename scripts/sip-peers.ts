import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const peers = { sipp: 'sipp (Debian: sip-tester)', kamailio: 'kamailio' }

/** The real programs the SIP line is tested against that are not installed here. */
export function missingPeers(): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return Object.entries(peers).flatMap(([program, name]) => (folders.some((folder) => existsSync(join(folder, program))) ? [] : [name]))
}
