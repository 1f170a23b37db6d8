/**
 * Capitals and large cities for offline search: name in Latin letters, country (ISO 3166-1 alpha-2), degrees north and
 * east, accurate to about a kilometer.
 */
const PLACES_TEXT = `
Abidjan|CI|5.36|-4.01
Abu Dhabi|AE|24.47|54.37
Abuja|NG|9.06|7.49
Accra|GH|5.56|-0.20
Addis Ababa|ET|9.03|38.74
Adelaide|AU|-34.93|138.60
Ahmedabad|IN|23.03|72.58
Alexandria|EG|31.20|29.92
Algiers|DZ|36.75|3.06
Almaty|KZ|43.24|76.89
Amman|JO|31.95|35.93
Amsterdam|NL|52.37|4.90
Ankara|TR|39.93|32.86
Antalya|TR|36.89|30.70
Antananarivo|MG|-18.88|47.51
Antwerp|BE|51.22|4.40
Ashgabat|TM|37.95|58.38
Asmara|ER|15.32|38.93
Astana|KZ|51.17|71.43
Asunción|PY|-25.28|-57.64
Athens|GR|37.98|23.73
Atlanta|US|33.75|-84.39
Auckland|NZ|-36.85|174.76
Baghdad|IQ|33.31|44.37
Baku|AZ|40.41|49.87
Bamako|ML|12.64|-8.00
Bangalore|IN|12.97|77.59
Bangkok|TH|13.76|100.50
Bangui|CF|4.39|18.56
Banjul|GM|13.45|-16.58
Barcelona|ES|41.39|2.17
Basel|CH|47.56|7.59
Beijing|CN|39.90|116.41
Beirut|LB|33.89|35.50
Belfast|GB|54.60|-5.93
Belgrade|RS|44.79|20.45
Belo Horizonte|BR|-19.92|-43.94
Berlin|DE|52.52|13.41
Bern|CH|46.95|7.45
Bilbao|ES|43.26|-2.93
Birmingham|GB|52.48|-1.90
Bishkek|KG|42.87|74.59
Bissau|GW|11.86|-15.60
Bogotá|CO|4.71|-74.07
Bologna|IT|44.49|11.34
Bordeaux|FR|44.84|-0.58
Boston|US|42.36|-71.06
Brasília|BR|-15.79|-47.88
Bratislava|SK|48.15|17.11
Brazzaville|CG|-4.26|15.24
Brisbane|AU|-27.47|153.03
Brno|CZ|49.20|16.61
Brussels|BE|50.85|4.35
Bucharest|RO|44.43|26.10
Budapest|HU|47.50|19.04
Buenos Aires|AR|-34.60|-58.38
Bursa|TR|40.18|29.06
Busan|KR|35.18|129.08
Cairo|EG|30.04|31.24
Calgary|CA|51.05|-114.07
Canberra|AU|-35.28|149.13
Cape Town|ZA|-33.92|18.42
Caracas|VE|10.49|-66.88
Casablanca|MA|33.57|-7.59
Chengdu|CN|30.57|104.07
Chennai|IN|13.08|80.27
Chicago|US|41.88|-87.63
Chișinău|MD|47.01|28.86
Chongqing|CN|29.56|106.55
Cluj-Napoca|RO|46.77|23.60
Cologne|DE|50.94|6.96
Colombo|LK|6.93|79.86
Conakry|GN|9.64|-13.58
Constanța|RO|44.17|28.64
Copenhagen|DK|55.68|12.57
Curitiba|BR|-25.43|-49.27
Cusco|PE|-13.53|-71.97
Córdoba|AR|-31.42|-64.18
Dakar|SN|14.72|-17.47
Dallas|US|32.78|-96.80
Damascus|SY|33.51|36.29
Dar es Salaam|TZ|-6.79|39.21
Debrecen|HU|47.53|21.63
Denver|US|39.74|-104.99
Dhaka|BD|23.81|90.41
Djibouti|DJ|11.57|43.15
Dodoma|TZ|-6.16|35.75
Doha|QA|25.29|51.53
Douala|CM|4.05|9.70
Dresden|DE|51.05|13.74
Dubai|AE|25.20|55.27
Dublin|IE|53.35|-6.26
Durban|ZA|-29.86|31.02
Dushanbe|TJ|38.56|68.77
Düsseldorf|DE|51.23|6.77
Edinburgh|GB|55.95|-3.19
Essen|DE|51.46|7.01
Florence|IT|43.77|11.26
Fortaleza|BR|-3.73|-38.53
Frankfurt|DE|50.11|8.68
Freetown|SL|8.47|-13.23
Gaborone|BW|-24.65|25.91
Gdańsk|PL|54.35|18.65
Geneva|CH|46.20|6.14
Genoa|IT|44.41|8.93
Georgetown|GY|6.80|-58.16
Glasgow|GB|55.86|-4.25
Gothenburg|SE|57.71|11.97
Graz|AT|47.07|15.44
Guadalajara|MX|20.67|-103.35
Guangzhou|CN|23.13|113.26
Guatemala City|GT|14.63|-90.51
Guayaquil|EC|-2.19|-79.89
Halifax|CA|44.65|-63.57
Hamburg|DE|53.55|9.99
Hanoi|VN|21.03|105.85
Hanover|DE|52.38|9.73
Harare|ZW|-17.83|31.05
Havana|CU|23.11|-82.37
Helsinki|FI|60.17|24.94
Heraklion|GR|35.34|25.14
Ho Chi Minh City|VN|10.82|106.63
Hong Kong|HK|22.32|114.17
Honolulu|US|21.31|-157.86
Houston|US|29.76|-95.37
Hyderabad|IN|17.39|78.49
Iași|RO|47.16|27.59
Innsbruck|AT|47.27|11.40
Islamabad|PK|33.68|73.05
Istanbul|TR|41.01|28.98
Jakarta|ID|-6.21|106.85
Jeddah|SA|21.49|39.19
Jerusalem|IL|31.77|35.21
Johannesburg|ZA|-26.20|28.05
Juba|SS|4.85|31.58
Kabul|AF|34.56|69.21
Kampala|UG|0.35|32.58
Kaohsiung|TW|22.63|120.30
Karachi|PK|24.86|67.00
Kathmandu|NP|27.72|85.32
Katowice|PL|50.26|19.02
Khartoum|SD|15.50|32.56
Kigali|RW|-1.94|30.06
Kingston|JM|18.00|-76.79
Kinshasa|CD|-4.44|15.27
Kolkata|IN|22.57|88.36
Kraków|PL|50.06|19.94
Kuala Lumpur|MY|3.14|101.69
Kuwait City|KW|29.38|47.98
Kyiv|UA|50.45|30.52
Kyoto|JP|35.01|135.77
La Paz|BO|-16.49|-68.12
Lagos|NG|6.52|3.38
Lahore|PK|31.52|74.36
Larnaca|CY|34.92|33.63
Las Vegas|US|36.17|-115.14
Lausanne|CH|46.52|6.63
Leipzig|DE|51.34|12.37
Libreville|GA|0.42|9.47
Lille|FR|50.63|3.06
Lilongwe|MW|-13.96|33.79
Lima|PE|-12.05|-77.04
Limassol|CY|34.68|33.04
Linz|AT|48.31|14.29
Lisbon|PT|38.72|-9.14
Liverpool|GB|53.41|-2.98
Ljubljana|SI|46.06|14.51
Lomé|TG|6.13|1.22
London|GB|51.51|-0.13
Los Angeles|US|34.05|-118.24
Luanda|AO|-8.84|13.23
Lusaka|ZM|-15.39|28.32
Luxembourg|LU|49.61|6.13
Lviv|UA|49.84|24.03
Lyon|FR|45.76|4.84
Macau|MO|22.20|113.54
Madrid|ES|40.42|-3.70
Malabo|GQ|3.75|8.78
Manama|BH|26.23|50.59
Manaus|BR|-3.12|-60.02
Manchester|GB|53.48|-2.24
Manila|PH|14.60|120.98
Maputo|MZ|-25.97|32.57
Marrakesh|MA|31.63|-8.01
Marseille|FR|43.30|5.37
Maseru|LS|-29.31|27.48
Mbabane|SZ|-26.32|31.14
Medellín|CO|6.24|-75.58
Melbourne|AU|-37.81|144.96
Mexico City|MX|19.43|-99.13
Miami|US|25.76|-80.19
Milan|IT|45.46|9.19
Minsk|BY|53.90|27.57
Mogadishu|SO|2.05|45.32
Monaco|MC|43.74|7.42
Monrovia|LR|6.30|-10.80
Monterrey|MX|25.69|-100.32
Montevideo|UY|-34.90|-56.16
Montréal|CA|45.50|-73.57
Mumbai|IN|19.08|72.88
Munich|DE|48.14|11.58
Muscat|OM|23.59|58.41
Málaga|ES|36.72|-4.42
N'Djamena|TD|12.13|15.06
Nagoya|JP|35.18|136.91
Nairobi|KE|-1.29|36.82
Nantes|FR|47.22|-1.55
Naples|IT|40.85|14.27
Nassau|BS|25.05|-77.35
New Delhi|IN|28.61|77.21
New York|US|40.71|-74.01
Niamey|NE|13.51|2.11
Nice|FR|43.70|7.27
Nicosia|CY|35.19|33.38
Nouakchott|MR|18.08|-15.98
Nuremberg|DE|49.45|11.08
Nuuk|GL|64.18|-51.69
Odesa|UA|46.48|30.72
Osaka|JP|34.69|135.50
Oslo|NO|59.91|10.75
Ottawa|CA|45.42|-75.70
Ouagadougou|BF|12.37|-1.52
Palma|ES|39.57|2.65
Panama City|PA|8.98|-79.52
Paramaribo|SR|5.87|-55.17
Paris|FR|48.86|2.35
Patras|GR|38.25|21.73
Perth|AU|-31.95|115.86
Philadelphia|US|39.95|-75.17
Phnom Penh|KH|11.56|104.92
Phoenix|US|33.45|-112.07
Podgorica|ME|42.44|19.26
Port Louis|MU|-20.16|57.50
Port Moresby|PG|-9.44|147.18
Port-au-Prince|HT|18.59|-72.31
Portland|US|45.52|-122.68
Porto|PT|41.16|-8.63
Porto Alegre|BR|-30.03|-51.23
Poznań|PL|52.41|16.93
Prague|CZ|50.08|14.44
Praia|CV|14.93|-23.51
Pretoria|ZA|-25.75|28.19
Pristina|XK|42.66|21.17
Puebla|MX|19.04|-98.20
Pyongyang|KP|39.04|125.76
Pécs|HU|46.07|18.23
Quito|EC|-0.18|-78.47
Québec|CA|46.81|-71.21
Rabat|MA|34.02|-6.84
Recife|BR|-8.05|-34.88
Reykjavík|IS|64.15|-21.94
Riga|LV|56.95|24.11
Rio de Janeiro|BR|-22.91|-43.17
Riyadh|SA|24.71|46.68
Rome|IT|41.90|12.50
Rotterdam|NL|51.92|4.48
Salt Lake City|US|40.76|-111.89
Salvador|BR|-12.97|-38.50
Salzburg|AT|47.81|13.04
San Diego|US|32.72|-117.16
San Francisco|US|37.77|-122.42
San José|CR|9.93|-84.08
San Juan|PR|18.47|-66.11
San Salvador|SV|13.69|-89.22
Sanaa|YE|15.37|44.19
Santa Cruz|BO|-17.78|-63.18
Santiago|CL|-33.45|-70.67
Santo Domingo|DO|18.49|-69.93
Sapporo|JP|43.06|141.35
Sarajevo|BA|43.86|18.41
Seattle|US|47.61|-122.33
Seoul|KR|37.57|126.98
Seville|ES|37.39|-5.98
Shanghai|CN|31.23|121.47
Shenzhen|CN|22.54|114.06
Singapore|SG|1.35|103.82
Skopje|MK|42.00|21.43
Sofia|BG|42.70|23.32
Split|HR|43.51|16.44
Stockholm|SE|59.33|18.07
Strasbourg|FR|48.57|7.75
Stuttgart|DE|48.78|9.18
Surabaya|ID|-7.26|112.75
Suva|FJ|-18.14|178.44
Sydney|AU|-33.87|151.21
Szeged|HU|46.25|20.15
São Paulo|BR|-23.55|-46.63
Taichung|TW|24.15|120.67
Tainan|TW|22.99|120.21
Taipei|TW|25.03|121.57
Tallinn|EE|59.44|24.75
Tashkent|UZ|41.30|69.24
Tbilisi|GE|41.72|44.79
Tegucigalpa|HN|14.07|-87.19
Tehran|IR|35.69|51.39
Tel Aviv|IL|32.09|34.78
The Hague|NL|52.07|4.30
Thessaloniki|GR|40.64|22.94
Thimphu|BT|27.47|89.64
Tianjin|CN|39.13|117.20
Timișoara|RO|45.75|21.23
Tirana|AL|41.33|19.82
Tokyo|JP|35.68|139.69
Toronto|CA|43.65|-79.38
Toulouse|FR|43.60|1.44
Tripoli|LY|32.89|13.19
Tunis|TN|36.81|10.18
Turin|IT|45.07|7.69
Ulaanbaatar|MN|47.89|106.91
Utrecht|NL|52.09|5.12
Vaduz|LI|47.14|9.52
Valencia|ES|39.47|-0.38
Valletta|MT|35.90|14.51
Vancouver|CA|49.28|-123.12
Venice|IT|45.44|12.32
Victoria|SC|-4.62|55.45
Vienna|AT|48.21|16.37
Vientiane|LA|17.98|102.63
Vilnius|LT|54.69|25.28
Warsaw|PL|52.23|21.01
Washington|US|38.91|-77.04
Wellington|NZ|-41.29|174.78
Windhoek|NA|-22.56|17.08
Wrocław|PL|51.11|17.04
Wuhan|CN|30.59|114.31
Xi'an|CN|34.34|108.94
Yangon|MM|16.87|96.20
Yaoundé|CM|3.85|11.50
Yerevan|AM|40.18|44.51
Yokohama|JP|35.44|139.64
Zagreb|HR|45.81|15.98
Zaragoza|ES|41.65|-0.89
Zürich|CH|47.38|8.54
İzmir|TR|38.42|27.14
Łódź|PL|51.76|19.46`;

export interface Place {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
}

export const PLACES: readonly Place[] = PLACES_TEXT.trim()
  .split("\n")
  .map((line) => {
    const [name = "", country = "", north, east] = line.split("|");
    return { name, country, latitude: Number(north), longitude: Number(east) };
  });
