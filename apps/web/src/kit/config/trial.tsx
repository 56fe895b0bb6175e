import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { t } from '#platform/text/text.ts'

interface TrialProps<Values, Tried> {
  /** What is tried, out of the form as it is typed. */
  take: (values: Values) => Tried
  children: (tried: Tried) => ReactNode
}

/** In the form of rules: what those that are typed would have done to the orders of the last thirty days. */
export function Trial<Values, Tried>({ take, children }: TrialProps<Values, Tried>) {
  const form = Form.useFormInstance<Values>()
  const [tried, setTried] = useState<Tried | null>(null)
  const run = () =>
    form
      .validateFields()
      .then((values) => setTried(take(values)))
      // What is wrong stands at its field.
      .catch(() => setTried(null))
  return (
    <section aria-label={t('试算')}>
      <Button size="small" onClick={() => void run()}>
        {t('用最近 30 天的订单试算')}
      </Button>
      {tried === null ? null : children(tried)}
    </section>
  )
}
