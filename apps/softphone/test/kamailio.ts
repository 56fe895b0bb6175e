import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const realm = '127.0.0.1'
export const password = 'geheim-2026'

export interface Registrar {
  port: number
  /** Every line of its log that one of its own rules wrote: `saved …`, `removed …`, `refused …`. */
  said: string[]
  stop(): Promise<void>
}

const config = (port: number, grantS: number) => `#!KAMAILIO
debug=0
log_stderror=yes
children=1
tcp_children=1
listen=udp:127.0.0.1:${port}
listen=tcp:127.0.0.1:${port}
loadmodule "tm.so"
loadmodule "sl.so"
loadmodule "rr.so"
loadmodule "pv.so"
loadmodule "maxfwd.so"
loadmodule "usrloc.so"
loadmodule "registrar.so"
loadmodule "textops.so"
loadmodule "siputils.so"
loadmodule "xlog.so"
loadmodule "auth.so"
modparam("registrar", "min_expires", 1)
modparam("registrar", "max_expires", ${grantS})
modparam("tm", "fr_inv_timer", 20000)
request_route {
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("${realm}", "${password}", "0")) {
      if ($hdr(Authorization) != $null) xlog("L_ALERT", "said: refused $au\\n");
      www_challenge("${realm}", "1");
      exit;
    }
    if ($hdr(Expires) == "0" || $(ct{param.value,expires}) == "0") xlog("L_ALERT", "said: removed $ct\\n");
    else xlog("L_ALERT", "said: saved $proto $ct\\n");
    save("location");
    exit;
  }
  if (has_totag()) {
    loose_route();
    t_relay();
    exit;
  }
  if (is_method("CANCEL")) {
    if (t_check_trans()) t_relay();
    exit;
  }
  if (is_method("ACK")) {
    if (t_check_trans()) t_relay();
    exit;
  }
  record_route();
  if (!lookup("location")) {
    sl_send_reply("404", "Not Found");
    exit;
  }
  t_relay();
}
`

/** Kamailio as the PBX: it asks for a password, and passes calls on to who is registered. */
export async function startRegistrar(port: number, { grantS = 60 } = {}): Promise<Registrar> {
  const folder = mkdtempSync(join(tmpdir(), 'chauffeur-kamailio-'))
  const file = join(folder, 'kamailio.cfg')
  writeFileSync(file, config(port, grantS))
  const args = ['-DD', '-E', '-m', '32', '-M', '4', '-w', folder, '-Y', folder, '-f', file]
  const child = spawn('kamailio', args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Debian puts it where only root's PATH leads.
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })
  const said: string[] = []
  let all = ''
  let partial = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      all = (all + chunk).slice(-4_000)
      const lines = (partial + chunk).split('\n')
      partial = lines.pop() ?? ''
      said.push(...lines.flatMap((line) => (line.includes('said: ') ? [line.slice(line.indexOf('said: ') + 6)] : [])))
    })
  }
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const failed = new Promise<never>((_, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`kamailio ended with ${code}:\n${all}`)))
  })
  failed.catch(() => {})
  await Promise.race([failed, takesConnections(port)])
  return {
    port,
    said,
    stop: async () => {
      child.kill('SIGTERM')
      const hard = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await closed
      clearTimeout(hard)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** It listens when its TCP port takes a connection. */
async function takesConnections(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
    if (open) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
