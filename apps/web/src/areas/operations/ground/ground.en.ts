export default {
  离线示意: 'Sketch, offline',
  地图文件: 'Map files',
  样式地址: 'Address of a style',
  '随系统带的四城示意图，其余城市为空白底；不访问外网':
    'The sketch of four cities that comes with the program, elsewhere an empty ground; nothing is asked of other machines',
  '服务器硬盘上的矢量地图文件；不访问外网': "Vector map files on the server's disk; nothing is asked of other machines",
  浏览器向该地址取地图: 'Browsers fetch the map from that address',
  '浏览器向天地图取地图，需要浏览器端密钥': 'Browsers fetch the map from Tianditu, with a key for browsers',
  底图: 'Map',
  底图的历史: 'History of the map',
  修改底图: 'Change the map',
  全部文件: 'All files',
  '几份文件各管一片地方；同一地方先选的先画': 'Several files cover a place each; of two with the same place the first is drawn',
  '不是 PMTiles 文件': 'Not a PMTiles file',
  服务器无权读取: 'The server may not read it',
  安装时的默认: 'Default of the installation',
  '要使用地图文件，请在服务器上用 MAP_FILES 指定存放目录；如何取得和制作见随程序的 docs/maps.md。':
    'To use map files, name their folder on the server with MAP_FILES; docs/maps.md of the program tells how to get or make one.',
  '浏览器端密钥，使用地图的人都会拿到': 'A key for browsers: everybody who uses a map gets it',
  地图服务: 'Map services',
}
