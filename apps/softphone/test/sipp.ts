import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Scenarios of sipp, the way its manual writes them: what the PBX sends and what it waits for.

const sdp = `v=0
o=sipp 53655765 2353687637 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP 8 96
a=rtpmap:8 PCMA/8000
a=rtpmap:96 telephone-event/8000
a=fmtp:96 0-15`

const message = (head: string, body = '') => `<![CDATA[
${head}
Content-Length: [len]${body === '' ? '\n\n' : `\nContent-Type: application/sdp\n\n${body}\n`}]]>`

/** The branch of the INVITE, which the first step sent. */
const inviteBranch = 'INVITE-BRANCH'

const caller = (number: string) => `From: "caller" <sip:${number}@[local_ip]:[local_port]>;tag=[call_number]-[pid]`

export const invite = (number: string, more = '') =>
  `<send retrans="500">${message(
    `INVITE sip:1001@[remote_ip]:[remote_port] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
${caller(number)}
To: <sip:1001@[remote_ip]:[remote_port]>
Call-ID: [call_id]
CSeq: 1 INVITE
Contact: <sip:caller@[local_ip]:[local_port];transport=[transport]>
Max-Forwards: 70${more}`,
    sdp,
  )}</send>`

const inDialog = (
  method: string,
  number: string,
  cseq: number,
  to: string,
  branch: string,
) => `${method} sip:1001@[remote_ip]:[remote_port] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=${branch}
${caller(number)}
To: <sip:1001@[remote_ip]:[remote_port]>${to}
Call-ID: [call_id]
CSeq: ${cseq} ${method}
Max-Forwards: 70`

export const ackOk = (number: string) => `<send>${message(inDialog('ACK', number, 1, '[peer_tag_param]', '[branch]'))}</send>`
/** To a refusal: part of the INVITE's own transaction. */
export const ackRefusal = (number: string) => `<send>${message(inDialog('ACK', number, 1, '[peer_tag_param]', inviteBranch))}</send>`
export const bye = (number: string) => `<send retrans="500">${message(inDialog('BYE', number, 2, '[peer_tag_param]', '[branch]'))}</send>`
export const cancel = (number: string) => `<send retrans="500">${message(inDialog('CANCEL', number, 1, '', inviteBranch))}</send>`

export const expects = (status: number) => `<recv response="${status}"/>`
export const may = (status: number) => `<recv response="${status}" optional="true"/>`
export const expectsRequest = (method: string) => `<recv request="${method}"/>`
export const waits = (ms: number) => `<pause milliseconds="${ms}"/>`
export const plays = (file: string) => `<nop><action><exec rtp_stream="${file},-1,8"/></action></nop>`

const answerHead = (status: string, tag: boolean) => `SIP/2.0 ${status}
[last_Via:]
[last_From:]
[last_To:]${tag ? ';tag=[call_number]-[pid]' : ''}
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:[local_ip]:[local_port];transport=[transport]>`

export const answers = (status: string, { tag = true, audio = false } = {}) =>
  `<send>${message(answerHead(status, tag), audio ? sdp : '')}</send>`

/** Waits for a request that opens a dialog, and remembers whose it is. */
export const expectsDialog = (method: string) => `<recv request="${method}"><action>
<ereg regexp=".*" search_in="hdr" header="From:" assign_to="from"/>
<ereg regexp="sip:[^>]*" search_in="hdr" header="Contact:" assign_to="contact"/>
<ereg regexp=".*" search_in="hdr" header="To:" assign_to="to"/>
</action></recv>`

/** As the called party, goodbye to us. */
export const calledSaysBye = () =>
  `<send retrans="500">${message(`BYE [$contact] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From:[$to];tag=[call_number]-[pid]
To:[$from]
Call-ID: [call_id]
CSeq: 1 BYE
Max-Forwards: 70`)}</send>`

/** What a PBX tells of a telephone's calls; the first is 1. */
export const tells = (count: number, xml: string) =>
  `<send retrans="500"><![CDATA[
NOTIFY [$contact] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From:[$to];tag=[call_number]-[pid]
To:[$from]
Call-ID: [call_id]
CSeq: ${count} NOTIFY
Max-Forwards: 70
Event: dialog
Subscription-State: active;expires=60
Contact: <sip:[local_ip]:[local_port]>
Content-Type: application/dialog-info+xml
Content-Length: [len]

${xml}
]]></send>`

export interface Sipp {
  /** Resolves when all calls went as the scenario says; throws with sipp's own words otherwise. */
  done: Promise<void>
  /** The end of what it said so far, with its own log of errors. */
  said(): string
  stop(): void
}

export interface SippOptions {
  /** Its own port, and the telephone's. */
  port: number
  phonePort: number
  calls?: number
  perSecond?: number
  atOnce?: number
  transport?: 'u1' | 't1'
  more?: string[]
}

/** Plays a scenario: with an INVITE first it calls, otherwise it waits to be called. */
export function sipp(steps: string[], options: SippOptions): Sipp {
  const { port, phonePort, calls = 1, perSecond = 10, atOnce = 1, transport = 'u1', more = [] } = options
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-sipp-'))
  const file = join(folder, 'scenario.xml')
  // sipp counts a branch back by messages, and labels are none.
  let at = -1
  const numbered = steps.map((step) => {
    if (!step.startsWith('<label')) at += 1
    return step.replaceAll(inviteBranch, `[branch-${at}]`)
  })
  writeFileSync(file, `<?xml version="1.0" encoding="UTF-8"?>\n<scenario name="test">\n${numbered.join('\n')}\n</scenario>\n`)
  const calling = steps[0]?.includes('INVITE sip:') ?? false
  const args = [
    ...(calling ? [`127.0.0.1:${phonePort}`] : []),
    ...['-sf', file, '-i', '127.0.0.1', '-mi', '127.0.0.1', '-p', String(port), '-m', String(calls), '-l', String(atOnce)],
    ...['-r', String(perSecond), '-t', transport, '-nostdin', '-timeout', '40s', '-timeout_error', '-trace_err', '-error_file'],
    ...[join(folder, 'errors.log'), '-recv_timeout', '15000', '-mp', String(port + 1_000), ...more],
  ]
  const child = spawn('sipp', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TERM: 'dumb' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-2_500)))
  const done = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      rmSync(folder, { recursive: true, force: true })
      if (code === 0) resolve()
      else reject(new Error(`sipp ended with ${code}:\n${output}`))
    })
  })
  // Whoever awaits it later gets the error; until then it is nobody's fault.
  done.catch(() => {})
  const errors = () => readFileSync(join(folder, 'errors.log'), 'utf8').slice(-1_000)
  const said = () => `${output}\n${existsSync(join(folder, 'errors.log')) ? errors() : ''}`
  return { done, said, stop: () => child.kill('SIGKILL') }
}
