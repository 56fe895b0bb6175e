import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { useEffect, useRef } from 'react'
import { FieldFrame } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { FenceCorners, type FenceCornersProps } from '#shared/fence/fence-corners.tsx'
import { cornersOf, polygonOf, withCorners } from '#shared/fence/fence.view.ts'

export type OutlineProps = FenceCornersProps

/** The outline of a fence: drawn on the map beside the form, or typed as corners. */
export const OutlineField = (props: OutlineProps) => (
  <FieldFrame
    name="polygon"
    label={t('围栏图形')}
    required
    rules={[
      {
        validator: (_, polygon?: Polygon) =>
          polygon && cornersOf(polygon).length < 3 ? Promise.reject(new Error(t('至少三个点才围成区域'))) : Promise.resolve(),
      },
    ]}
    known={{ words: ((polygon?: Polygon) => t('{n} 个点', { n: polygon ? cornersOf(polygon).length : 0 })) as never }}
  >
    <Outline {...props} />
  </FieldFrame>
)

interface HeldProps extends OutlineProps {
  /** Given by the form. */
  id?: string
  value?: Polygon
  onChange?: (polygon: Polygon) => void
}

/** The drawing stands in two places, on the map and in the form: the one that changed is followed by the other. */
function Outline({ id, value, onChange, ...props }: HeldProps) {
  const { drawing, onDraw } = props
  const drawn = useRef<typeof drawing.corners>(null)
  useEffect(() => {
    const held = JSON.stringify(value ?? polygonOf([]))
    if (held === JSON.stringify(polygonOf(drawing.corners))) drawn.current = drawing.corners
    else if (drawn.current !== drawing.corners) {
      drawn.current = drawing.corners
      onChange?.(polygonOf(drawing.corners))
    } else if (value) {
      const corners = cornersOf(value)
      drawn.current = corners
      onDraw((now) => withCorners(now, corners))
    }
  })
  return (
    <div id={id}>
      <FenceCorners {...props} />
    </div>
  )
}
