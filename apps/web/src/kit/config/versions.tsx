import type { VersionFacts } from '@chauffeur/contract/kernel/version'
import { Suspense } from 'react'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Skeleton } from '#ui/page/async.tsx'
import type { VersionsDrawerProps, VersionsPartProps } from './versions.drawer.tsx'

const code = () => import('./versions.drawer.tsx')
const DrawerPiece = lazyPiece(async () => ({ default: (await code()).VersionsDrawer }))
const VersionsPiece = lazyPiece(async () => ({ default: (await code()).Versions }), 'place')

/** Versions of a setting beside the screen it stands in. Their code comes when they are first looked at. */
export const VersionsDrawer = <V extends VersionFacts>(props: VersionsDrawerProps<V>) => (
  <WhenOpened open={props.open}>
    <DrawerPiece<V> {...props} />
  </WhenOpened>
)

/** The same in a page. */
export const Versions = <V extends VersionFacts>(props: VersionsPartProps<V>) => (
  <Suspense fallback={<Skeleton lines={4} />}>
    <VersionsPiece<V> {...props} />
  </Suspense>
)
