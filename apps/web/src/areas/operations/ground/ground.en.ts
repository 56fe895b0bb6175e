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
  '不完整：没有复制完': 'Incomplete: not copied to its end',
  '要使用地图文件，请在服务器上用 MAP_FILES 指定存放目录。': 'To use map files, name their folder on the server with MAP_FILES.',
  '存放目录里还没有 .pmtiles 文件。': 'There is no .pmtiles file in the folder yet.',
  如何取得地图文件: 'How to get a map file',
  '在服务器上建一个目录，启动时用 MAP_FILES 指明；有多个服务进程时，每台都放同样的文件。':
    'Make a folder on the server and name it with MAP_FILES at the start; several server processes all need the same files.',
  '从现成的全球地图里裁出城市（四个数是西、南、东、北的经纬度；日期换成近期的）：':
    'Cut a city out of the finished map of the earth (the four figures are west, south, east and north; take a recent date):',
  '或用 OpenStreetMap 的省级数据自己制作：': 'Or make one of the data of a province in OpenStreetMap:',
  '用 mv 移入目录（不要用 cp 覆盖），本页就会列出；再点“修改”选用地图文件。':
    'Move it into the folder with mv (never over another with cp); this page lists it. Then press Edit and choose map files.',
  'OpenStreetMap 数据须保留署名，且没有审图号：在中国大陆能否使用，尤其是给客户或司机看，请先咨询法务；需要公开地图时用天地图。':
    'OpenStreetMap has to be credited and bears no map review number: whether it may be used in mainland China, above all shown to customers or drivers, is a question for lawyers. Tianditu is the safe choice for a public map.',
  '浏览器只从 https 取样式': 'Browsers fetch a style by https alone',
  '浏览器端密钥，使用地图的人都会拿到': 'A key for browsers: everybody who uses a map gets it',
  地图服务: 'Map services',
}
