import { buildWeb } from './web-build.ts'

await buildWeb((line) => process.stdout.write(`${line}\n`))
