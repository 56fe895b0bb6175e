import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a program ends at once with its code, and what it said before arrives whole', async () => {
  const program = `import { endProcess } from ${JSON.stringify(join(import.meta.dirname, 'end-process.ts'))}
    setInterval(() => {}, 1_000)
    process.stdout.write('x'.repeat(50_000))
    endProcess(3)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  let said = 0
  child.stdout!.on('data', (text: Buffer) => (said += text.length))
  expect(await once(child, 'close')).toEqual([3, null])
  expect(said).toBe(50_000)
})
