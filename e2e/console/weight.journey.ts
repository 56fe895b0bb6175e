import { expect, inject, test } from 'vitest'
import { scriptWeights } from './script-weight.ts'

test('the sign-in form and the first list come with no more script than they may', async () => {
  const { signIn, list } = await scriptWeights(inject('address'))
  expect(signIn.kb).toBeLessThanOrEqual(signIn.mostKb)
  expect(list.kb).toBeLessThanOrEqual(list.mostKb)
})
