import type { Round } from '#platform/jobs/rounds'
import { countNoted, notePeaks } from './count.service.ts'
import { judgeWindows } from './judge.queries.ts'
import { judgeLevels } from './judge.service.ts'

export const levelRounds: readonly Round[] = [
  {
    name: 'driver.levels',
    everyS: 10,
    work: async (platform, signal) => {
      await countNoted(platform)
      await judgeLevels(platform, signal)
    },
  },
  { name: 'driver.acceptanceWindow', everyS: 600, work: async ({ db }) => void (await judgeWindows(db)) },
  { name: 'driver.peakHours', everyS: 600, work: notePeaks },
]
