import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Runs a tool of node_modules, given by its file there, under this Node; gives its exit code and what it printed. */
export async function runTool(
  file: string,
  args: string[],
  { env = {}, quiet = false }: { env?: Record<string, string>; quiet?: boolean } = {},
): Promise<{ status: number; output: string }> {
  const child = spawn(process.execPath, [join(root, 'node_modules', file), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const endWithUs = () => child.kill()
  process.once('exit', endWithUs)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      if (!quiet) process.stdout.write(chunk)
    })
  }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.on('error', reject)
  child.on('close', (code) => resolve(code ?? 1))
  const status = await promise
  process.removeListener('exit', endWithUs)
  return { status, output }
}
