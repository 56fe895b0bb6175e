// The thread that writes the files of exports. It loads what that takes, and of the areas the list that is exported: memory is for rows.
import { writeInThread } from './areas/operations/export/export-writer.service.ts'

await writeInThread()
