import { buildWeb } from './web-build.ts'

buildWeb((line) => process.stdout.write(`${line}\n`))
