@echo off
rem Builds Bascule on first use, then runs it. After a change of the sources: mvn -Dproduct package
setlocal
rem Bascule reads every variable that begins with its name as a setting: what is set here must not.
set "LAUNCH_DIR=%~dp0"
set "LAUNCH_JAR=%LAUNCH_DIR%test-suites\cli\target\bascule.jar"

set "LAUNCH_JAVA=java"
if defined JAVA_HOME set "LAUNCH_JAVA=%JAVA_HOME%\bin\java.exe"
"%LAUNCH_JAVA%" -version >nul 2>nul
if errorlevel 1 (
    echo bascule: no Java found 1>&2
    echo bascule:   remedy: install a JDK 17 or later and point JAVA_HOME at it 1>&2
    exit /b 5
)

if exist "%LAUNCH_JAR%" goto start
call :need mvn "Maven 3.6.3 or later" || exit /b 5
call :need node "Node.js 20 or later" || exit /b 5
call :need npm "npm, which comes with Node.js" || exit /b 5
echo bascule: building: first use, this downloads libraries and takes a few minutes 1>&2
pushd "%LAUNCH_DIR%"
call mvn -q -B -ntp -Dproduct -T 2 package 1>&2
if errorlevel 1 (
    popd
    echo bascule: the build failed, see above 1>&2
    echo bascule:   remedy: mvn -Dproduct package 1>&2
    exit /b 5
)
popd

:start
rem Jars of third parties' backends, divided as in a class path.
set LAUNCH_START=-jar "%LAUNCH_JAR%"
if defined BASCULE_PLUGINS set LAUNCH_START=--enable-native-access=ALL-UNNAMED -cp "%LAUNCH_JAR%;%BASCULE_PLUGINS%" dev.bascule.cli.Main
rem The folder ends in a backslash, which would escape a closing quote: the dot keeps them apart.
"%LAUNCH_JAVA%" "@%LAUNCH_DIR%test-suites\cli\src\main\launcher\jvm.options" "-Dbascule.home=%LAUNCH_DIR%." %LAUNCH_START% %*
exit /b %ERRORLEVEL%

:need
where %1 >nul 2>nul && exit /b 0
echo bascule: %1 was not found on the PATH 1>&2
echo bascule:   remedy: install %~2 1>&2
exit /b 1
