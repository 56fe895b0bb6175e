import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, startProgram } from '../../apps/server/test/harness/program.ts'
import { type ScriptWeight, scriptWeights } from '../../e2e/console/script-weight.ts'
import { buildWeb } from '../../scripts/common/web-build.ts'
import { freePort } from '../free-port.ts'
import { type Figure, median, ms, printFigures, say } from '../report.ts'

const WARM_STARTS = 3
const TARGET_WARM_S = 8

/** How long the whole platform takes to be ready, on an empty folder and on what is there, and the JavaScript a browser gets from it. */
export async function start(): Promise<void> {
  await buildWeb(say)
  const dataDir = mkdtempSync(join(tmpdir(), 'chauffeur-bench-start-'))
  const port = await freePort()
  try {
    const cold = await startProgram({ dataDir, port })
    await stop(cold)
    const warm: number[] = []
    for (let n = 1; n < WARM_STARTS; n++) {
      const program = await startProgram({ dataDir, port })
      warm.push(program.readyMs)
      await stop(program)
    }
    const last = await startProgram({ dataDir, port })
    warm.push(last.readyMs)
    const script = await scriptFigures(`http://localhost:${port}`).finally(() => stop(last))
    const seconds = median(warm) / 1000
    printFigures('start: the whole platform with the web built, and the JavaScript it sends (gzip)', [
      { name: 'first start, with the demo world', ours: `${(cold.readyMs / 1000).toFixed(1)} s` },
      {
        name: `started again, median of ${WARM_STARTS}`,
        ours: `${seconds.toFixed(1)} s`,
        target: `< ${TARGET_WARM_S} s`,
        met: seconds < TARGET_WARM_S,
      },
      ...script,
    ])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function stop(program: Program): Promise<void> {
  program.child.kill('SIGTERM')
  await program.ended
}

async function scriptFigures(address: string): Promise<Figure[]> {
  const { signIn, list } = await scriptWeights(address)
  const of = (name: string, { kb, files, requests, readyMs, mostKb }: ScriptWeight): Figure => ({
    name,
    ours: `${kb.toFixed(1)} KB in ${files} files, ${requests} requests, ${ms(readyMs)}`,
    target: `≤ ${mostKb} KB`,
    met: kb <= mostKb,
  })
  return [of('to the sign-in form', signIn), of('to the first list, signed in', list)]
}
