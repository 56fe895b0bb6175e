// The stand-in of a service that judges faces (apps/face/README.md).
await import('../apps/face/src/main.ts')

export {}
