// The thread that writes the files of exports. The routes declare the lists.
import './routes.ts'
import { writeInThread } from '#areas/operations/export'

await writeInThread()
