// The thread that writes the files of exports. It loads what that takes, and of the areas the list that is exported: memory is for rows.
import { constants, getPriority, setPriority } from 'node:os'
import { writeInThread } from './areas/operations/export/export-writer.service.ts'

// Calls come first where the processor is short. Elsewhere than on Linux it would be the whole process that steps back.
const behind = constants.priority.PRIORITY_BELOW_NORMAL
if (process.platform === 'linux' && getPriority() < behind) setPriority(behind)

await writeInThread()
